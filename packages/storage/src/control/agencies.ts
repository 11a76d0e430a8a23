/** That an agency works for a client. Nothing of the client is visible to it before both agreed, or after the end. */
export type AgencyClient = {
  readonly id: string;
  readonly agencyId: string;
  readonly clientId: string;
  readonly status: 'invited' | 'active' | 'ended';
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

type Pair = Pick<AgencyClient, 'agencyId' | 'clientId'>;

/** Which agency works for which client. A pair has at most one relationship that has not ended. */
export interface Agencies {
  /** False when the agency works for the client already, or has invited it. */
  inviteClient(invitation: Pair & Pick<AgencyClient, 'id'>, at: number): Promise<boolean>;
  /** False when there is no open invitation. */
  acceptClient(pair: Pair, at: number): Promise<boolean>;
  /** End a relationship, or take an invitation back. False when there is neither. */
  endClient(pair: Pair, at: number): Promise<boolean>;
  /** The relationship of the pair that has not ended, else the latest that has; null when there was none. */
  findClient(pair: Pair): Promise<AgencyClient | null>;
  /** Ended ones as well, oldest first. */
  listClients(): Promise<AgencyClient[]>;
}
