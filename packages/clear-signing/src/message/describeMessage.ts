import { hexToBytes } from 'viem/utils'
import { blindData } from '../call/describeCall.ts'
import type { Description, Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import type { ReadRequest } from '../request/readRequest.ts'
import { refuse } from '../request/refuse.ts'
import { judgeControlText } from '../text/judgeControlText.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { describeNameMessage } from './describeNameMessage.ts'
import { judgeSignIn } from './judgeSignIn.ts'
import { judgeClaim, judgeText } from './judgeText.ts'
import { parseSignIn } from './parseSignIn.ts'
import { readMessage } from './readMessage.ts'
import { readNameMessage } from './readNameMessage.ts'
import { toSignInFields } from './toSignInFields.ts'

/** Describes a message for `personal_sign`. */
export function describeMessage({ reading, request }: { reading: Reading; request: ReadRequest }): Description {
  const { account, origin, raw } = request
  const { bytes, text, wanted } = readMessage(request.params)
  const base = refuse({ findings: [], raw, intent: 'signMessage' })
  const findings: Finding[] =
    wanted === account ? [] : [{ level: 'refuse', code: 'accountMismatch', values: { wanted, account } }]
  if (text === null) {
    const judged = [...judgeControlText(toLatin(bytes)), blindData(bytes)]
    return { ...base, message: bytes, findings: [...findings, ...judged] }
  }

  const revealed = revealHidden(text)
  const judged = judgeText({ text, revealed, size: (bytes.length - 2) / 2 })
  findings.push(...judged)
  const signIn = parseSignIn(text)
  if (signIn) {
    const { chainId, now } = reading
    findings.push(...judgeSignIn({ signIn, origin, account, chainId, now: now() }))
    return { ...base, intent: 'signIn', fields: toSignInFields(signIn), message: revealed.text, findings }
  }
  const claims = judgeClaim({ revealed, origin })
  const message = judged.length + claims.length === 0 && readNameMessage({ text, now: reading.now() })
  const named = message ? describeNameMessage({ reading, message }) : { findings: claims }
  return { ...base, ...named, message: revealed.text, findings: [...findings, ...named.findings] }
}

/** Each byte as a character, so that a text between other bytes is found. */
function toLatin(bytes: `0x${string}`): string {
  return Array.from(hexToBytes(bytes), (byte) => String.fromCharCode(byte)).join('')
}
