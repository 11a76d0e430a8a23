import type { Conversion } from '@cvq/contract';
import type { ConversionRecord, ReachedProject, ReportQuestions } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { conversionJson } from '../conversion-json.ts';
import { deliveryJson } from './delivery-json.ts';
import type { Integrations } from './standing.ts';

type Beside = {
  readonly project: ReachedProject;
  readonly integrations: Integrations;
  readonly reports: ReportQuestions;
  readonly now: number;
};

/** Conversions in the words of the wire, each with what became of it at ad platforms. */
export async function conversionsWithDeliveries(
  records: readonly ConversionRecord[],
  { project, integrations, reports, now }: Beside,
): Promise<Conversion[]> {
  const listed = records.map(({ event: { id }, counts }) => ({ id, counts }));
  const sent = await askStore(reports.adDeliveries(project.id, listed));
  return records.map((record, index) => {
    const own = (sent[index] ?? []).map((each) =>
      deliveryJson(each, { conversion: record, integrations, now }),
    );
    return conversionJson(record, project.currency, own);
  });
}
