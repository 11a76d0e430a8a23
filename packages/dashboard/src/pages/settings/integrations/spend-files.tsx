import type { ImportSpendResponse, PreviewSpendResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { mayAdminister } from '../../../ask/role.ts';
import { importSpend, previewSpend, removeSpend, spendSources } from '../../../ask/spend-files.ts';
import { adSourceName } from '../../../figures/ad-source-name.ts';
import { day } from '../../../words/dates.ts';
import { count, exactMoney } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { FileField } from './file-field.tsx';
import { ImportedRow } from './imported-row.tsx';
import { useAsking } from './use-asking.ts';

const COLUMNS = 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency';

/** What ads cost at platforms that are not connected: by CSV files, which are looked at before they are stored. */
export function SpendFiles() {
  return (
    <section class="integration" aria-labelledby="spend-files">
      <header>
        <h2 id="spend-files">What ads cost, by file</h2>
      </header>
      <Sources />
      {mayAdminister.value && <ImportFile />}
    </section>
  );
}

function Sources() {
  const asking = useAsking();
  const files = spendSources.answer.value?.data.filter(({ integration }) => integration === null) ?? [];
  if (files.length === 0) return <p class="muted small">No file has told of any.</p>;
  return (
    <>
      <ul class="ledger" aria-label="Files of spend">
        {files.map(({ platform, first_day: first, last_day: last, currencies }) => (
          <ImportedRow
            key={platform}
            name={adSourceName(platform)}
            removes={`what files said of ${adSourceName(platform)}`}
            onRemove={() => void asking.run(() => removeSpend(platform))}
          >
            {first && last && `${day(first, writing.value)} – ${day(last, writing.value)}`}{' '}
            {currencies.join(', ')}
          </ImportedRow>
        ))}
      </ul>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
    </>
  );
}

function ImportFile() {
  const asking = useAsking();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<PreviewSpendResponse['data'] | null>(null);
  const [stored, setStored] = useState<ImportSpendResponse['data'] | null>(null);

  function look(chosen: File | null): void {
    setFile(chosen);
    setPreview(null);
    setStored(null);
    if (chosen) void asking.run(async () => setPreview(await previewSpend(chosen)));
  }

  async function store(): Promise<void> {
    if (file === null) return;
    setStored(await importSpend(file));
    setPreview(null);
  }

  return (
    <div class="form" aria-busy={asking.isBusy}>
      <FileField label="A CSV file of up to 8 MB" onChoose={look}>
        Its first line is <code class="columns">{COLUMNS}</code>. It takes the place of what files said before
        of the same platforms and days.
      </FileField>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      {preview && <Preview of={preview} />}
      {preview && preview.faults.length === 0 && (
        <button type="button" class="button main" onClick={() => void asking.run(store)}>
          Import
        </button>
      )}
      <p role="status" class="up">
        {stored && storedWords(stored)}
      </p>
    </div>
  );
}

function storedWords({ stored, removed, superseded }: ImportSpendResponse['data']): string {
  const rows = (many: number) => `${count(many, writing.value)} ${many === 1 ? 'row' : 'rows'}`;
  return [
    `Stored ${rows(stored)}.`,
    ...(removed > 0 ? [`${rows(removed)} from before are gone.`] : []),
    ...(superseded > 0 ? [`${rows(superseded)} do not count: the platform itself told of the same.`] : []),
  ].join(' ');
}

function Preview({ of: { spend, faults } }: { readonly of: PreviewSpendResponse['data'] }) {
  return (
    <div role="status">
      {faults.length > 0 && (
        <>
          <p class="down">Nothing was stored. Correct the file and choose it again.</p>
          <ul class="checks" aria-label="What is wrong">
            {faults.map(({ line, column, problem, fix }) => (
              <li key={`${line} ${column}`}>
                <span class="down">
                  Line {line}
                  {column !== null && `, ${column}`}
                </span>
                <span>
                  {strangersText(problem)} <span class="muted">{strangersText(fix)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {faults.length === 0 && (
        <table class="preview">
          <thead>
            <tr>
              <th scope="col">Platform</th>
              <th scope="col">Days</th>
              <th scope="col">Rows</th>
              <th scope="col">Spend</th>
            </tr>
          </thead>
          <tbody>
            {spend.map(({ platform, currency, rows, spend: cost, first_day: first, last_day: last }) => (
              <tr key={`${platform} ${currency}`}>
                <th scope="row">{adSourceName(platform)}</th>
                <td>
                  {day(first, writing.value)} – {day(last, writing.value)}
                </td>
                <td>{count(rows, writing.value)}</td>
                <td>{exactMoney(cost, { ...writing.value, currency })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
