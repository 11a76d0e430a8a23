import type { ConversionDetails } from '@cvq/contract';
import { addressOf, openPage, state } from '../../address/location.ts';
import { removeConversion } from '../../ask/remove-conversion.ts';
import { mayAdminister } from '../../ask/role.ts';
import { Confirm } from '../../parts/confirm.tsx';

/** Takes the conversion out of every report for good, once somebody has written by what name it goes. */
export function Remove({ conversion }: { readonly conversion: ConversionDetails }) {
  if (!mayAdminister.value) return <span class="muted small">Admins can remove it.</span>;
  const { id, order_id: order } = conversion;
  return (
    <Confirm
      label="Remove…"
      title="Remove this conversion for good?"
      name={order ?? conversion.event_type}
      button="Remove"
      onConfirm={async () => {
        await removeConversion(id);
        openPage(addressOf('conversions', { list: state.value.list }));
      }}
    >
      It leaves every report{order !== null && ', with all that report the same order'}, and webhooks that ask
      for removals are told. What ad platforms have, they keep. This cannot be undone.
    </Confirm>
  );
}
