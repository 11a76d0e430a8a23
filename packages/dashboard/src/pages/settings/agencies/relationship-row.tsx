import type { ClientRelationship } from '@cvq/contract';
import { acceptClient, endClient } from '../../../ask/client-relationships.ts';
import { mayAdministerAccount } from '../../../ask/settings-account.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { useSaving } from '../../../parts/use-saving.ts';
import { dayAndClock } from '../../../words/moments.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

type RowProps = {
  readonly of: ClientRelationship;
  /** Which of the two the account is whose settings are open. */
  readonly side: 'agency' | 'client';
};

/** The other side of a relationship: what is agreed, what the agency sees, and the ways to accept and to end it. */
export function RelationshipRow({ of, side }: RowProps) {
  const accepting = useSaving();
  const { agency, client, status } = of;
  const other = side === 'agency' ? (client.name ?? client.id) : agency.name;
  const name = strangersText(other);
  return (
    <li>
      <div>
        <b>{name}</b> <span class="muted">{status}</span>
        <p class="muted small">{whenWords(of)}</p>
        <p class="soft small">{seesWords(of, side)}</p>
        <p class="down small" role="alert">
          {accepting.refusal}
        </p>
      </div>
      {status !== 'ended' && mayAdministerAccount.value && (
        <span class="acts">
          {status === 'invited' && side === 'client' && (
            <button
              type="button"
              class="button main"
              onClick={() => void accepting.save(() => acceptClient(agency.id))}
            >
              Accept<span class="sr"> {name}</span>
            </button>
          )}
          <Confirm
            label={
              <>
                {endWords(of, side)}…<span class="sr"> {name}</span>
              </>
            }
            title={`${endWords(of, side)}: ${name}?`}
            name={other}
            button={endWords(of, side)}
            onConfirm={() => endClient(agency.id, client.id)}
          >
            {status === 'active'
              ? 'The agency, its people and its keys lose the projects at once, also on pages that are open.'
              : 'The invitation cannot be accepted any more. Another can be made.'}
          </Confirm>
        </span>
      )}
    </li>
  );
}

function endWords({ status }: ClientRelationship, side: RowProps['side']): string {
  if (status === 'active') return 'End';
  return side === 'agency' ? 'Withdraw' : 'Decline';
}

function whenWords({
  invited_at: invited,
  started_at: started,
  ended_at: ended,
}: ClientRelationship): string {
  const at = (moment: string) => dayAndClock(moment, writing.value);
  return [
    `invited ${at(invited)}`,
    ...(started === null ? [] : [`accepted ${at(started)}`]),
    ...(ended === null ? [] : [`ended ${at(ended)}`]),
  ].join(' · ');
}

function seesWords({ status, client: { projects } }: ClientRelationship, side: RowProps['side']): string {
  const whose = side === 'agency' ? 'You see' : 'It sees';
  if (status !== 'active') return `${whose} nothing.`;
  const many = projects === 1 ? 'the one project' : `all ${projects} projects`;
  return `${whose} ${many}, by the roles of the agency's own members; no keys, members or account.`;
}
