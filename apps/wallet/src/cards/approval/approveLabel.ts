import type { Description } from '@latchkey/clear-signing'
import type { Translate } from '../../messages/createTranslate.ts'

/** Findings that need no second word from the button: what they say is about the request's surroundings. */
const mild: readonly string[] = [
  'firstTimeReceiver',
  'unverifiedContract',
  'unknownProgram',
  'simulationUnavailable',
  'anyReceiver',
]

/** The warning that the button answers to; null where there is none. */
export function gravestWarning(description: Description): Description['findings'][number] | null {
  const all = allFindings(description).filter(({ level }) => level === 'warn')
  return all.find(({ code }) => !mild.includes(code)) ?? all[0] ?? null
}

/** What the button says that agrees: plainly what happens, and "anyway" where a grave warning stands above it. */
export function approveLabel({ t, description }: { t: Translate; description: Description }): string {
  const warning = gravestWarning(description)
  const grave = warning !== null && !mild.includes(warning.code)
  if (description.intent === 'revokePermissions') return t('approve.end')
  if (description.intent === 'grantPermissions') return grave ? t('approve.allowAnyway') : t('approve.allow')
  if (isMessage(description)) {
    if (grave) return t('approve.signAnyway')
    return description.intent === 'signIn' ? t('approve.signIn') : t('approve.sign')
  }
  return grave ? t('approve.anyway') : t('approve.approve')
}

/** What the button says that does not agree. Who ends a permission asked for it, and has nothing to decline. */
export function rejectLabel({ t, description }: { t: Translate; description: Description | null }): string {
  return description?.intent === 'revokePermissions' ? t('cancel') : t('approve.decline')
}

/** What the button says while it is done: what the chain must know takes as long as a block. */
export function busyLabel({ t, description }: { t: Translate; description: Description }): string {
  return description.permissions === undefined ? t('approve.signing') : t('approve.waiting')
}

/** The title over a request. */
export function approveTitle({ t, description }: { t: Translate; description: Description | null }): string {
  if (description?.intent === 'signIn') return t('approve.title.signIn')
  if (description?.intent === 'grantPermissions') return t('approve.title.grant')
  if (description?.intent === 'revokePermissions') return t('approve.title.revoke')
  return description !== null && isMessage(description) ? t('approve.title.message') : t('approve.title.transaction')
}

/** Parts may have parts: the instructions of several transactions. */
function allFindings({ findings, parts }: Description): Description['findings'] {
  return [...findings, ...parts.flatMap(allFindings)]
}

/** Whether a text or data is signed, and no transaction. */
export function isMessage({ transaction, parts, isOperation, family }: Description): boolean {
  if (family?.payload) return family.payload.kind === 'solanaMessage' || family.payload.kind === 'bitcoinMessage'
  return !isOperation && transaction === null && parts.length === 0
}
