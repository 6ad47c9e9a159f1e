import { solanaNetworks } from '@latchkey/protocol'
import { isTransactionMessage, readTransaction } from '@latchkey/solana'
import type { Description, Finding } from '../Description.ts'
import { describeText } from '../families/describeText.ts'
import type { ReadFamilyRequest } from '../families/readFamilyRequest.ts'
import { refuse } from '../request/refuse.ts'
import { judgeControlText } from '../text/judgeControlText.ts'
import { readOffchainMessage, toText } from './offchainMessage.ts'

/** Describes bytes that are signed as they are. */
export function describeMessage({
  request: { account, chainId, origin, raw },
  message,
  now,
}: {
  request: ReadFamilyRequest
  message: Uint8Array
  /** Unix milliseconds. */
  now: number
}): Description {
  const base = refuse({ findings: [], raw, intent: 'signMessage' })
  const bytes = `0x${Array.from(message, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  if (isTransaction(message))
    return { ...base, message: bytes, findings: [{ level: 'refuse', code: 'messageIsTransaction', values: {} }] }
  const envelope = readOffchainMessage(message)
  const text = envelope ? envelope.text : toText(message)
  if (text === null) {
    const values = { bytes: String(message.length) }
    const judged = judgeControlText(Array.from(message, (byte) => String.fromCharCode(byte)).join(''))
    return { ...base, message: bytes, findings: [...judged, { level: 'warn', code: 'blindData', values }] }
  }
  const clusters = Object.entries(solanaNetworks).flatMap(([name, id]) =>
    id === chainId ? [name, `solana:${name}`, ...(name === 'mainnet' ? ['mainnet-beta'] : [])] : [],
  )
  const described = describeText({
    ...{ text, family: 'Solana', origin, accounts: [account], chainId, clusters, now },
  })
  const findings: Finding[] =
    envelope && !envelope.signers.includes(account)
      ? [{ level: 'refuse', code: 'accountMismatch', values: { wanted: envelope.signers[0] ?? '', account } }]
      : []
  return { ...base, ...described, findings: [...findings, ...described.findings] }
}

/** Whether it is the message of a transaction, or a whole one with its signatures. */
function isTransaction(bytes: Uint8Array): boolean {
  if (isTransactionMessage(bytes)) return true
  try {
    readTransaction(bytes)
    return true
  } catch {
    return false
  }
}
