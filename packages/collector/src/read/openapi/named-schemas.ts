import {
  BreakdownResponse,
  BrowserBatch,
  Comparison,
  GetProjectResponse,
  ListProjectsResponse,
  MeResponse,
  Meta,
  OverviewResponse,
  Project,
  TimeseriesPoint,
  TimeseriesResponse,
  TrackErrorBody,
  TrackedEvent,
  UserData,
} from '@cvq/contract';

/** Schemas that have a name of their own in the document: what is sent to us, and what we answer. */
export const NAMED_SCHEMAS = {
  input: { BrowserBatch, TrackedEvent, UserData },
  output: {
    BreakdownResponse,
    Comparison,
    GetProjectResponse,
    ListProjectsResponse,
    MeResponse,
    Meta,
    OverviewResponse,
    Project,
    TimeseriesPoint,
    TimeseriesResponse,
    TrackErrorBody,
  },
};
