import type { Description } from '@latchkey/clear-signing'
import type { Translate } from '../../messages/createTranslate.ts'

/** Findings about the circumstances of a request, which do not change the button's label. */
const mild: readonly string[] = [
  'firstTimeReceiver',
  'unverifiedContract',
  'unknownProgram',
  'simulationUnavailable',
  'anyReceiver',
]

/** Returns the warning that the button's label reflects; null if there is none. */
export function gravestWarning(description: Description): Description['findings'][number] | null {
  const all = allFindings(description).filter(({ level }) => level === 'warn')
  return all.find(({ code }) => !mild.includes(code)) ?? all[0] ?? null
}

/** Label of the approve button: the plain action, with "anyway" below a grave warning. */
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

/** Label of the other button. A visitor who revokes a permission has nothing to decline. */
export function rejectLabel({ t, description }: { t: Translate; description: Description | null }): string {
  return description?.intent === 'revokePermissions' ? t('cancel') : t('approve.decline')
}

/** Label of the busy button: a change on the chain takes as long as a block. */
export function busyLabel({ t, description }: { t: Translate; description: Description }): string {
  return description.permissions === undefined ? t('approve.signing') : t('approve.waiting')
}

/** Title of a request. */
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

/** Returns whether a text or data is signed, and not a transaction. */
export function isMessage({ transaction, parts, isOperation, family }: Description): boolean {
  if (family?.payload) return family.payload.kind === 'solanaMessage' || family.payload.kind === 'bitcoinMessage'
  return !isOperation && transaction === null && parts.length === 0
}
