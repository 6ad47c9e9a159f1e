import type { WalletChoice, WalletEntry } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { View } from '../ViewGroup.ts'
import { OpenWallet } from './OpenWallet.tsx'
import { BrowserWay, BrowseWay, InstallWay } from './OtherWays.tsx'
import { PairingCode } from './PairingCode.tsx'
import { PairingMissing } from './PairingMissing.tsx'
import { UnreachableWallet } from './UnreachableWallet.tsx'
import { type PairingAttempt, usePairingAttempt } from './usePairingAttempt.ts'

/** The ways to reach one wallet, as tabs if there are several. */
export const ConnectingWalletConnect: View<'ConnectingWalletConnect'> = ({ data: { walletId, namespace } }) => {
  const { latchkey, t } = useModalScope()
  const { wallets, modal, pairing } = latchkey
  useReadable(wallets)
  const wallet = wallets.find({ walletId })
  const choices = wallet ? wallets.choicesOf({ wallet, ...(namespace ? { namespace } : {}) }) : []
  if (wallet === undefined) {
    return (
      <div className="view">
        <Hero icon="wallet" title={t('pairing.unknown.title')} text={t('pairing.unknown.text')} />
        <Button onClick={() => modal.replace('AllWallets')}>{t('connecting.choose')}</Button>
      </div>
    )
  }
  const isHere = choices.some(({ type }) => type === 'browser')
  if (pairing.isAvailable && !isHere && !pairing.canReach({ wallet }))
    return <UnreachableWallet wallet={wallet} choices={choices} />
  if (choices.length === 0) return <PairingMissing />
  const needsPairing = choices.some(({ type }) => ['qr', 'mobile', 'desktop', 'web'].includes(type))
  return needsPairing ? (
    <PairedWays wallet={wallet} choices={choices} />
  ) : (
    <Ways wallet={wallet} choices={choices} attempt={undefined} />
  )
}

type WaysProps = { wallet: WalletEntry; choices: readonly WalletChoice[] }

function PairedWays(props: WaysProps) {
  return <Ways {...props} attempt={usePairingAttempt(props.wallet)} />
}

function Ways({ wallet, choices, attempt }: WaysProps & { attempt: PairingAttempt | undefined }) {
  const { t } = useModalScope()
  // For an installed wallet, start with another way: the visitor already had the choice of the installed one.
  const start = choices.find(({ type }) => type !== 'browser') ?? choices[0]
  const [chosen, choose] = useRemembered<WalletChoice['type'] | undefined>(`way ${wallet.id}`, start?.type)
  const current = choices.find(({ type }) => type === chosen) ?? start
  const content = (choice: WalletChoice | undefined) =>
    choice && <Way key={choice.type} wallet={wallet} choice={choice} attempt={attempt} />
  return (
    <div className="view">
      {choices.length > 1 && current ? (
        <Tabs
          label={t('way.label')}
          value={current.type}
          tabs={choices.map((choice) => ({
            id: choice.type,
            label: t(`way.${choice.type}`),
            content: choice === current && content(choice),
          }))}
          onChange={choose}
        />
      ) : (
        content(current)
      )}
    </div>
  )
}

function Way({
  wallet,
  choice,
  attempt,
}: {
  wallet: WalletEntry
  choice: WalletChoice
  attempt: PairingAttempt | undefined
}) {
  switch (choice.type) {
    case 'browser':
      return <BrowserWay wallet={wallet} choice={choice} />
    case 'browse':
      return <BrowseWay wallet={wallet} choice={choice} />
    case 'install':
      return <InstallWay wallet={wallet} choice={choice} />
    case 'qr':
      return attempt && <PairingCode wallet={wallet} attempt={attempt} />
    default:
      return attempt && <OpenWallet wallet={wallet} choice={choice.type} attempt={attempt} />
  }
}
