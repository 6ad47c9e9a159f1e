import type { Description } from '@latchkey/clear-signing'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { useScope } from '../../ui/Scope.ts'
import { BalanceChanges, hasCutAmounts } from './BalanceChanges.tsx'
import { FieldTree } from './FieldTree.tsx'
import { MessageText } from './MessageText.tsx'

export type RawDetailsProps = { description: Description; withFields?: boolean }

/** The whole request in a fold: function, every digit, fields, the text as received. */
export function RawDetails({ description, withFields = true }: RawDetailsProps) {
  const { t } = useScope()
  const { signature, fields, raw, balanceChanges, nameMessage, message } = description
  return (
    <Fold title={t('approve.details')}>
      {signature !== null && (
        <div>
          <h3 class="leaf-name">{t('approve.function')}</h3>
          <div class="leaf-value" data-bytes="" translate={false} dir="ltr">
            {signature}
          </div>
        </div>
      )}
      {hasCutAmounts(balanceChanges) && <BalanceChanges changes={balanceChanges} exact />}
      {withFields && fields.length > 0 && <FieldTree fields={fields} />}
      {nameMessage !== undefined && message !== null && (
        <>
          <h3 class="leaf-name">{t('approve.message')}</h3>
          <MessageText text={message} label={t('approve.message')} />
        </>
      )}
      <h3 class="leaf-name">{t('approve.raw')}</h3>
      <MessageText text={raw} label={t('approve.raw')} />
      <CopyButton text={raw} label={t('approve.copyRaw')} kind="secondary" />
    </Fold>
  )
}
