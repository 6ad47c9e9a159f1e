import type { PermissionsDescription } from '@latchkey/clear-signing'
import { Detail, Details } from '../../ui/Details.tsx'
import { useScope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'
import { amountText } from './amountText.ts'

/** Times from here on are beyond any calendar. Unix seconds. */
const lastTime = 8_640_000_000_000

/** Total and end of a permission. */
export function PermissionDetails({
  permissions: { totals, expiry },
  isGrant,
}: {
  permissions: PermissionsDescription
  isGrant: boolean
}) {
  const scope = useScope()
  const { t, format } = scope
  return (
    <Details>
      {isGrant && totals.length > 0 && (
        <Detail name={t('permission.total')}>
          {totals.map(({ asset, text, isUnlimited }) => (
            <div key={asset.address ?? ''}>
              <bdi class="figures" translate={false}>
                {amountText({ scope, asset, text, isUnlimited })}
              </bdi>
            </div>
          ))}
        </Detail>
      )}
      <Detail name={t('permission.until')}>
        {expiry > lastTime ? (
          t('permission.noEnd')
        ) : (
          <bdi class="figures" translate={false}>
            {format.dateTime(expiry * 1000)}
          </bdi>
        )}
      </Detail>
    </Details>
  )
}

/** Session key of a permission: a row of the card's details. */
export function PermissionKey({ permissions: { signer } }: { permissions: PermissionsDescription }) {
  const { t } = useScope()
  if (signer === null) return null
  return (
    <Detail name={t('permission.key')}>
      <bdi translate={false} dir="ltr" title={signer.value}>
        {shortAddress(signer.value)}
      </bdi>
    </Detail>
  )
}
