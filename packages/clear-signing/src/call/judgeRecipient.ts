import type { Finding, RecipientNotice } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Turns what is known of a receiver into warnings. */
export async function judgeRecipient({
  reading,
  address,
  notice,
}: {
  reading: Reading
  address: `0x${string}`
  notice: RecipientNotice
}): Promise<readonly Finding[]> {
  if (notice.kind === 'firstTime') return [{ level: 'warn', code: 'firstTimeRecipient', values: { address } }]
  if (notice.kind === 'lookAlike')
    return [{ level: 'warn', code: 'lookAlikeRecipient', values: { address, resembles: notice.resembles } }]
  if (notice.kind !== 'tokenContract') return []
  const { symbol } = (await reading.assets.read(address)).name
  return [{ level: 'warn', code: 'sendToTokenContract', values: { address, symbol } }]
}
