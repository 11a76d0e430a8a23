#!/usr/bin/env node
import '../dist/cli/cvq.js';
