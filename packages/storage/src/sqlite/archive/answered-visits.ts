import type { Connection } from '../open-database.ts';
import { mayHaveArchivedAnswersIn } from './archived-answers.ts';
import type { ArchivedVisit, ArchivedVisits, UserOfProject, VisitWindow } from './archived-sessions.ts';
import { EveryVisit } from './every-visit.ts';

const LIVE_ANSWER = `
  SELECT 1 FROM events INDEXED BY answers_by_session
  WHERE session = ? AND (consent IS NOT NULL OR gpc IS NOT NULL) LIMIT 1`;

/** Finds the archived sessions in which events, wherever these lie, may say anything of consent. */
export class AnsweredVisits implements ArchivedVisits {
  readonly #every: EveryVisit;
  readonly #mayHaveArchivedAnswers;
  readonly #liveAnswer;

  constructor(db: Connection) {
    this.#every = new EveryVisit(db);
    this.#mayHaveArchivedAnswers = mayHaveArchivedAnswersIn(db);
    this.#liveAnswer = db.prepare(LIVE_ANSWER);
  }

  visitsOfVisitor(visitor: number, window: VisitWindow): ArchivedVisit[] {
    const project = this.#every.projectOf(visitor);
    return project === undefined ? [] : this.#answered(project, this.#every.visitsOfVisitor(visitor, window));
  }

  visitsOfUser(user: UserOfProject, window: VisitWindow): ArchivedVisit[] {
    return this.#answered(user.project, this.#every.visitsOfUser(user, window));
  }

  #answered(project: number, visits: readonly ArchivedVisit[]): ArchivedVisit[] {
    return visits.filter(
      ({ session }) =>
        this.#mayHaveArchivedAnswers(project, session) || this.#liveAnswer.get(session) !== undefined,
    );
  }
}
