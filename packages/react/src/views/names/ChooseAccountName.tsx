import type { ConnectedAccount } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useNames } from '../../hooks/useNames.ts'
import { Button } from '../../ui/Button.tsx'
import { FeatureList } from '../../ui/FeatureList.tsx'
import { Note } from '../../ui/Note.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { NameGate } from './NameGate.tsx'
import { OwnName } from './OwnName.tsx'
import { useOwnNames } from './useOwnNames.ts'

/** Explains names, and lists those of the account. */
export function ChooseAccountName() {
  return <NameGate>{({ account, zone }) => <Choice key={account.address} account={account} zone={zone} />}</NameGate>
}

function Choice({ account, zone }: { account: ConnectedAccount; zone: string | undefined }) {
  const { latchkey, t, sentence } = useModalScope()
  const { names, error, again } = useOwnNames(account)
  const { perAccount } = useNames()
  const hasOne = names !== undefined && names.length > 0
  const hasAll = names !== undefined && perAccount !== undefined && names.length >= perAccount
  const go = () => latchkey.modal.push('RegisterAccountName')
  return (
    <div className="view">
      {error !== undefined && (
        <Note tone="warn" action={{ label: t('retry'), onClick: again }}>
          {sentence(error)}
        </Note>
      )}
      {names === undefined && error === undefined && <SkeletonRows count={1} />}
      {hasOne && (
        <section className="names-own" aria-label={t('names.have')}>
          <h3 className="names-title">{t('names.have')}</h3>
          <ul className="list">
            {names.map(({ name, address }) => (
              <OwnName key={name} name={name} address={address} />
            ))}
          </ul>
        </section>
      )}
      <FeatureList
        points={[
          {
            icon: 'send',
            title: t('names.send.title'),
            text: t('names.send.text', { example: `alice.${zone ?? 'eth'}` }),
          },
          { icon: 'wallet', title: t('names.ens.title'), text: t('names.ens.text') },
          { icon: 'key', title: t('names.own.title'), text: t('names.own.text') },
        ]}
      />
      {!hasAll && (
        <Button autoFocusInView={!hasOne} kind={hasOne ? 'secondary' : 'primary'} onClick={go}>
          {t(hasOne ? 'names.another' : 'title.ChooseAccountName')}
        </Button>
      )}
    </div>
  )
}
