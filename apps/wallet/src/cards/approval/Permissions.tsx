import type { PermissionsDescription } from '@latchkey/clear-signing'
import { Note } from '../../ui/Note.tsx'
import { useScope } from '../../ui/Scope.ts'
import { PermissionDetails } from './PermissionDetails.tsx'
import { PermissionLines } from './PermissionLines.tsx'

/**
 * Terms of a permission, shown first: amount and period, total, end, receiver. With one limit the totals are between it and the
 * receiver; with several, above all of them. A grant ends with the place where it can be stopped, a revocation with its effect.
 */
export function Permissions({ permissions, isGrant }: { permissions: PermissionsDescription; isGrant: boolean }) {
  const { t } = useScope()
  const { lines } = permissions
  const details = <PermissionDetails permissions={permissions} isGrant={isGrant} />
  const isSingle = lines.length === 1
  // A called contract can keep an approval of tokens, which outlasts the permission.
  const isPayment = lines.length > 0 && lines.every(({ kind }) => kind === 'allowance')
  return (
    <div class="group">
      <h2 class="label">{t(isGrant ? 'permission.may' : 'permission.ends')}</h2>
      {!isSingle && details}
      {lines.length === 0 ? (
        <Note tone="warn">{t('permission.unread')}</Note>
      ) : (
        <PermissionLines lines={lines} inside={isSingle ? details : undefined} isEnding={!isGrant} />
      )}
      {isGrant && <p class="aside">{t('permission.stop')}</p>}
      {!isGrant && isPayment && <p class="aside">{t('permission.after')}</p>}
    </div>
  )
}
