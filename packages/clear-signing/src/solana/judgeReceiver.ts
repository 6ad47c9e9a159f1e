import { programs } from '@latchkey/solana'
import type { Finding } from '../Description.ts'
import { mintOf, readHolding } from './readHolding.ts'
import { assetOf, holderOf, noteOf, type SolanaReading } from './SolanaReading.ts'

/** Returns the findings about a receiving address. */
export function judgeReceiver({
  reading,
  address,
  isCoin,
}: {
  reading: SolanaReading
  /** For tokens: the owner of the token account. */
  address: string
  /** The native token goes there, not another token. */
  isCoin: boolean
}): readonly Finding[] {
  const notice = noteOf(reading, address)
  if (notice.kind === 'own') return []
  const findings: Finding[] = []
  if (notice.kind === 'lookAlike')
    findings.push({ level: 'warn', code: 'lookAlikeReceiver', values: { address, resembles: notice.resembles } })
  if (notice.kind === 'firstTime') findings.push({ level: 'warn', code: 'firstTimeReceiver', values: { address } })
  const account = reading.accounts?.get(address)
  if (!account) return findings
  const isToken = readHolding(account) !== undefined || holderOf(reading, address) !== undefined
  if (mintOf(account)) {
    const { symbol } = assetOf(reading, address)
    findings.push({ level: 'warn', code: 'sendToTokenContract', values: { address, symbol } })
  } else if (account.isExecutable) findings.push({ level: 'warn', code: 'sendToProgram', values: { address } })
  else if (isToken && isCoin) findings.push({ level: 'warn', code: 'sendToTokenAccount', values: { address } })
  else if (account.owner !== programs.system)
    findings.push({ level: 'warn', code: 'ownedByProgram', values: { address } })
  return findings
}
