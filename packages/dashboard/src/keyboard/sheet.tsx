import { useLayoutEffect, useRef } from 'preact/hooks';
import { isSheetOpen } from './open-sheet.ts';
import { SHORTCUT_NAMES } from './shortcut-names.ts';
import '../style/dialog.css';
import '../style/sheet.css';

const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'esc' };

/** Every key, on a sheet that `?` opens. */
export default function Sheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const forget = () => {
    isSheetOpen.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="shortcuts-name" onClose={forget}>
      <h2 id="shortcuts-name">Keys</h2>
      <div class="shortcuts">
        {SHORTCUT_NAMES.map(({ name: group, keys }) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keys.map(([pair, name]) => (
                <div key={pair}>
                  <dt>
                    {pair.split(' ').map((key) => (
                      <kbd key={key}>{SIGNS[key] ?? key}</kbd>
                    ))}
                  </dt>
                  <dd>{name}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
