/** SQL that takes a store back to what it was before user data was found by session and user. */
export const BEFORE_SAID_USER_DATA = `
  DROP INDEX user_data_by_session;
  DROP INDEX user_data_by_user;
  ALTER TABLE user_data DROP COLUMN session;
  ALTER TABLE user_data DROP COLUMN user;
`;
