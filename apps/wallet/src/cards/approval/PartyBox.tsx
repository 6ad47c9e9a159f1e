import type { AddressNotice } from '@latchkey/clear-signing'
import { AddressText } from '../../ui/AddressText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useScope } from '../../ui/Scope.ts'
import type { Party } from './factsOf.ts'

const tones: { readonly [Kind in AddressNotice['kind']]?: 'warn' | 'loss' | 'gain' } = {
  own: 'gain',
  known: 'gain',
  firstTime: 'warn',
  lookAlike: 'loss',
  tokenContract: 'loss',
}

/** Counterparty of a request: its full address, its name and a notice. */
export function PartyBox({ party: { label, value } }: { party: Party }) {
  const { t } = useScope()
  const { address, name, notice } = value
  return (
    <div class="party">
      <div class="party-head">
        <h2>{label === 'newOwner' ? t('field.newOwner') : t(`party.${label}`)}</h2>
        {notice !== null && (
          <span class="tag" data-tone={tones[notice.kind]}>
            {t(`notice.${notice.kind}`)}
          </span>
        )}
      </div>
      {name !== null && (
        <bdi class="party-name" translate={false}>
          {name}
        </bdi>
      )}
      <div class="party-head">
        <AddressText address={address} />
        <CopyButton text={address} label={t('approve.copyAddress')} />
      </div>
      {notice?.kind === 'lookAlike' && (
        <p class="row-subtitle">{t('notice.lookAlike.text', { address: notice.resembles })}</p>
      )}
    </div>
  )
}
