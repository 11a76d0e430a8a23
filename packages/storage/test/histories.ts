/** How many histories a property of plain stores is tried with, or its share of them: many more by `npm run test:rules`. */
export const HISTORIES = Number(process.env.TEST_HISTORIES ?? 150);
