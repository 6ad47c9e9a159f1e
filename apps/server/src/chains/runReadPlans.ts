import type { ContractAnswer, ContractRead, ContractReader } from './createContractReader.ts'

/** Reads with a function for their answers. Several plans share one request. */
export type ReadPlan<Result> = {
  reads: readonly ContractRead[]
  take: (answers: readonly ContractAnswer[]) => Result
}

/**
 * Runs plans in one request.
 *
 * @returns the results, in the order of the plans
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function runReadPlans<Results extends readonly unknown[]>({
  reader,
  plans,
  block,
  signal,
}: {
  reader: ContractReader
  plans: { [Index in keyof Results]: ReadPlan<Results[Index]> }
  block?: number | undefined
  signal?: AbortSignal | undefined
}): Promise<Results> {
  const list: readonly ReadPlan<unknown>[] = plans
  const answers = await reader.read({ reads: list.flatMap(({ reads }) => reads), block, signal })
  let start = 0
  return list.map(({ reads, take }) => {
    const own = answers.slice(start, start + reads.length)
    start += reads.length
    return take(own)
  }) as unknown as Results
}
