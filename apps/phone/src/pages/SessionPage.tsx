import { useState } from 'react'
import { grantedChains } from '../sheets/readProposal.ts'
import { AccountMark } from '../ui/AccountMark.tsx'
import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { Fold } from '../ui/Fold.tsx'
import { formatAgo, formatTime } from '../ui/formatTime.ts'
import { Group } from '../ui/Group.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Note } from '../ui/Note.tsx'
import { Row } from '../ui/Row.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { useToast } from '../ui/ToastContext.ts'
import { useNow } from '../ui/useNow.ts'
import { nameChain } from '../wallet/nameChain.ts'
import { PeerHead } from '../wallet/PeerHead.tsx'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'
import { readPeer } from '../wallet/readPeer.ts'
import { useLastHeard } from '../wallet/useLastHeard.ts'
import { AccountsSheet } from './AccountsSheet.tsx'
import { DisconnectSheet } from './DisconnectSheet.tsx'
import { NetworksSheet } from './NetworksSheet.tsx'
import pageStyles from './pages.module.css'
import styles from './session.module.css'

/** A connected site: its accounts, its rights, its start, and a button to disconnect. */
export function SessionPage({ topic, onBack }: { topic: string; onBack: () => void }) {
  const { wallet } = usePhone()
  const { show } = useToast()
  const { sessions, networks, accounts, ready } = useWalletState()
  const [sheet, setSheet] = useState<'accounts' | 'networks' | 'disconnect'>()
  const now = useNow({ every: 30_000 })
  const heard = useLastHeard(topic)
  const session = sessions.find((one) => one.topic === topic)
  const peer = session && readPeer(session.peer)
  const namespaces = Object.values(session?.namespaces ?? {})
  // Only one family: the accounts of the others are the same.
  const seen = [...new Set(namespaces[0]?.accounts.map((account) => account.split(':')[2] ?? ''))]
  const granted = grantedChains(session?.namespaces ?? {})
  const methods = [...new Set(namespaces.flatMap((namespace) => namespace.methods))]
  const first = seen[0]
  const name = accounts.find(({ address }) => address.toLowerCase() === first?.toLowerCase())?.name
  return (
    <>
      <header className={pageStyles.bar}>
        <IconButton icon="arrowBack" label="Back" onClick={onBack} />
        <h1>Connection</h1>
      </header>
      <div className={pageStyles.content}>
        {session === undefined || peer === undefined ? (
          <Note>{ready ? 'This connection has ended.' : 'Looking for your connections…'}</Note>
        ) : (
          <>
            <PeerHead peer={peer} />
            <Group title="It sees">
              <Row
                lead={<AccountMark address={first ?? ''} />}
                title={name ?? shortAddress(first ?? '')}
                subtitle={seen.length > 1 ? `and ${seen.length - 1} more` : shortAddress(first ?? '')}
                end={<span className={styles.action}>Switch account</span>}
                onPress={() => setSheet('accounts')}
              />
              <Row
                lead={
                  <span className={styles.globe}>
                    <Icon name="globe" size={22} />
                  </span>
                }
                title={nameChain({ chain: session.chain, networks })}
                subtitle={granted.length === 1 ? 'Its only network' : `One of ${granted.length} networks`}
                end={<span className={styles.action}>Switch network</span>}
                onPress={() => setSheet('networks')}
              />
            </Group>
            <Details>
              <Detail name="Networks">{granted.map((chain) => nameChain({ chain, networks })).join(', ')}</Detail>
              <Detail name="Last request">{heard === undefined ? 'Never' : formatAgo(now - heard)}</Detail>
              <Detail name="Expires">{formatTime(session.expiry * 1000)}</Detail>
            </Details>
            <Fold title={`It may ask for ${methods.length} kinds of request`}>
              <ul className={styles.methods} translate="no">
                {methods.map((method) => (
                  <li key={method}>{method}</li>
                ))}
              </ul>
            </Fold>
            <Button kind="danger" size="large" onClick={() => setSheet('disconnect')}>
              Disconnect
            </Button>
            {sheet === 'accounts' && <AccountsSheet onClose={() => setSheet(undefined)} />}
            {sheet === 'networks' && (
              <NetworksSheet
                chosen={session.chain}
                only={granted}
                onChoose={(chain) => wallet.switchChain({ chain, topic })}
                onClose={() => setSheet(undefined)}
              />
            )}
            {sheet === 'disconnect' && (
              <DisconnectSheet
                host={peer.host ?? peer.name}
                onClose={() => setSheet(undefined)}
                onDisconnect={async () => {
                  onBack()
                  try {
                    await wallet.disconnect(topic)
                    show({ tone: 'gain', text: `Disconnected from ${peer.host ?? peer.name}.` })
                  } catch {
                    show({ tone: 'loss', text: 'Disconnected here. The site could not be notified yet.' })
                  }
                }}
              />
            )}
          </>
        )}
      </div>
    </>
  )
}
