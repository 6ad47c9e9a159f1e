import type { AddressNotice, Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Turns the notice about a receiver into warnings. */
export async function judgeReceiver({
  reading,
  address,
  notice,
}: {
  reading: Reading
  address: string
  notice: AddressNotice
}): Promise<readonly Finding[]> {
  if (notice.kind === 'firstTime') return [{ level: 'warn', code: 'firstTimeReceiver', values: { address } }]
  if (notice.kind === 'lookAlike')
    return [{ level: 'warn', code: 'lookAlikeReceiver', values: { address, resembles: notice.resembles } }]
  if (notice.kind !== 'tokenContract') return []
  const { symbol } = (await reading.assets.read(address as `0x${string}`)).name
  return [{ level: 'warn', code: 'sendToTokenContract', values: { address, symbol } }]
}
