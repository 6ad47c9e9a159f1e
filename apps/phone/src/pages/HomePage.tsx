import { useState } from 'react'
import { useBalance } from '../chain/useBalance.ts'
import { AccountMark } from '../ui/AccountMark.tsx'
import { AddressText } from '../ui/AddressText.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { cutAmount, formatAmount } from '../ui/formatAmount.ts'
import { Group } from '../ui/Group.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { Row } from '../ui/Row.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { nameChain } from '../wallet/nameChain.ts'
import { PeerIcon } from '../wallet/PeerIcon.tsx'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'
import { readPeer } from '../wallet/readPeer.ts'
import { useChosenChain } from '../wallet/useChosenChain.ts'
import { AccountsSheet } from './AccountsSheet.tsx'
import { NetworksSheet } from './NetworksSheet.tsx'
import styles from './pages.module.css'
import { RelayNotice } from './RelayNotice.tsx'
import { RelayStatusText } from './RelayStatusText.tsx'

export type HomePageProps = {
  /** Number of postponed requests. */
  putOff: number
  /** Number of decided requests. Each one can have changed the balance. */
  decisions: number
  onReview: () => void
  onConnect: () => void
  onSession: (topic: string) => void
}

/** The active account with its balance, a button for a new connection, and the connected sites. */
export function HomePage({ putOff, decisions, onReview, onConnect, onSession }: HomePageProps) {
  const { accounts, account: chosen, sessions, networks, relays, ready } = useWalletState()
  const { config } = usePhone()
  const { chain, choose } = useChosenChain()
  const [sheet, setSheet] = useState<'accounts' | 'networks'>()
  const account = accounts.find(({ index, family }) => index === chosen && family === 'eip155') ?? accounts[0]
  if (account === undefined) return null
  const others = accounts.filter(({ index, family }) => index === chosen && family !== 'eip155')
  return (
    <>
      <header className={styles.bar} data-home>
        <h1 className={styles.brand}>
          <img src="/favicon.svg" alt="" width={26} height={26} />
          Demo phone
        </h1>
        <RelayStatusText relays={relays} />
      </header>
      <div className={styles.content}>
        <section className={styles.account} aria-label="Account">
          <button type="button" className={styles.accountHead} onClick={() => setSheet('accounts')}>
            <AccountMark address={account.address} />
            <b>{account.name}</b>
            <span className="visually-hidden">Switch account</span>
            <Icon name="chevronDown" size={18} />
          </button>
          <div className={styles.address}>
            <AddressText address={account.address} />
            <CopyButton text={account.address} label="Copy your address" />
          </div>
          <div className={styles.balance}>
            <BalanceText chain={chain} address={account.address} changes={decisions} />
            <button type="button" className={styles.network} onClick={() => setSheet('networks')}>
              <span>{chain.name}</span>
              <span className="visually-hidden">Switch network</span>
              <Icon name="chevronDown" size={16} />
            </button>
          </div>
        </section>
        {others.length > 0 && (
          <Details>
            {others.map(({ family, address }) => (
              <Detail key={family} name={nameChain({ chain: family, networks })}>
                <span translate="no">{shortAddress(address)}</span>
                <CopyButton text={address} label={`Copy your ${nameChain({ chain: family, networks })} address`} />
              </Detail>
            ))}
          </Details>
        )}
        <Button kind="primary" size="large" onClick={onConnect}>
          <Icon name="scan" size={22} />
          Scan or paste
        </Button>
        {putOff > 0 && (
          <Note
            tone="warn"
            action={
              <Button kind="secondary" size="small" onClick={onReview}>
                Review
              </Button>
            }
          >
            {putOff === 1 ? 'A request waits for your answer.' : `${putOff} requests wait for your answer.`}
          </Note>
        )}
        <RelayNotice relays={relays} />
        <Group title="Connected sites">
          {!ready ? (
            <p className={styles.empty}>Looking for your connections…</p>
          ) : sessions.length === 0 ? (
            <div className={styles.empty}>
              <Icon name="link" size={26} />
              <b>No site is connected</b>
              Choose this phone at a site, then scan the code that it shows.
            </div>
          ) : (
            sessions.map(({ topic, peer: metadata, chain: sessionChain }) => {
              const peer = readPeer(metadata)
              return (
                <Row
                  key={topic}
                  lead={<PeerIcon peer={peer} />}
                  title={peer.host ?? peer.name}
                  subtitle={`${peer.name} · ${nameChain({ chain: sessionChain, networks })}`}
                  onPress={() => onSession(topic)}
                />
              )
            })
          )}
        </Group>
      </div>
      {sheet === 'accounts' && <AccountsSheet onClose={() => setSheet(undefined)} />}
      {sheet === 'networks' && (
        <NetworksSheet
          chosen={`eip155:${chain.id}`}
          only={config.chains.map(({ id }) => `eip155:${id}`)}
          isWhole
          onChoose={(next) => choose(Number(next.slice(7)))}
          onClose={() => setSheet(undefined)}
        />
      )}
    </>
  )
}

function BalanceText({
  chain,
  address,
  changes,
}: {
  chain: Parameters<typeof useBalance>[0]['chain']
  address: string
  changes: unknown
}) {
  const balance = useBalance({ chain, address, changes })
  return (
    <div>
      {balance.status !== 'unavailable' && <p className={styles.balanceName}>Balance</p>}
      {balance.status === 'loading' ? (
        <span className={styles.skeleton}>
          <span className="visually-hidden">Asking for the balance…</span>
        </span>
      ) : balance.status === 'unavailable' ? (
        <p className={styles.unavailable}>
          Balance unavailable
          <Button kind="quiet" size="small" onClick={balance.retry}>
            Try again
          </Button>
        </p>
      ) : (
        <p className={styles.amount} translate="no" title={`${balance.text} ${chain.nativeSymbol}`}>
          {formatAmount(cutAmount({ text: balance.text, places: 4 }))} <small>{chain.nativeSymbol}</small>
        </p>
      )}
    </div>
  )
}
