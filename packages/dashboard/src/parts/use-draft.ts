import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What stands in a field that is saved by itself. */
type Draft<Value> = {
  readonly draft: Value;
  setDraft(draft: Value): void;
  /** What was sent last, as far as anything was sent since the draft was what is stored. */
  readonly sent: { current: Value };
  /** What was stored when somebody began to write. */
  readonly from: { readonly current: Value };
  /** It is sent now. */
  send(value: Value): void;
  /** Back to what is stored. */
  forget(): void;
};

/** The draft of what is stored. What comes to be stored takes its place, unless somebody has written something else since. */
export function useDraft<Value>(
  stored: Value,
  asSent: (draft: Value) => Value = (draft) => draft,
): Draft<Value> {
  const [draft, setDraft] = useState(stored);
  const before = useRef(stored);
  const from = useRef(stored);
  const sent = useRef(stored);
  // What was sent or stored before that: it still arrives while what was sent last is on its way.
  const earlier = useRef(new Set<Value>());
  const forget = () => {
    earlier.current.clear();
    from.current = stored;
    sent.current = stored;
    setDraft(stored);
  };
  useLayoutEffect(() => {
    const isOwn = draft !== before.current && asSent(draft) !== sent.current;
    const isOfSent = stored === sent.current;
    before.current = stored;
    if (!isOwn && (isOfSent || !earlier.current.has(stored))) forget();
    else if (isOfSent) from.current = stored;
  }, [stored]);
  const send = (value: Value) => {
    earlier.current.add(sent.current);
    sent.current = value;
  };
  return { draft, setDraft, sent, from, send, forget };
}
