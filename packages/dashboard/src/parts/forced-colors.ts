import '../style/forced-colors.css';
