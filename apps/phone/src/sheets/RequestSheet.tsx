import { canSign, isGrave, isRefused } from '../approval/canSign.ts'
import { DescriptionView } from '../approval/DescriptionView.tsx'
import type { AppRequest, Asked } from '../approval/describeApproval.ts'
import { FamilyDescription } from '../approval/FamilyDescription.tsx'
import { toTransactionParams } from '../approval/toTransactionParams.ts'
import { useAsked } from '../approval/useAsked.ts'
import { ArmedButton } from '../ui/ArmedButton.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { nameChain } from '../wallet/nameChain.ts'
import { useWalletState } from '../wallet/PhoneContext.ts'
import { readPeer } from '../wallet/readPeer.ts'
import { AskerLine } from './AskerLine.tsx'
import { DecisionFoot } from './DecisionFoot.tsx'
import type { DecisionProps } from './DecisionProps.ts'
import { Reading } from './Reading.tsx'
import styles from './sheets.module.css'
import { useDecision } from './useDecision.ts'

/** A connected app's request for a signature, a transaction or another network: describes it before the signature. */
export function RequestSheet({ approval, aside, onDecided, onClose }: DecisionProps<AppRequest>) {
  const { networks } = useWalletState()
  const { asked, again } = useAsked(approval)
  const { busy, approve, reject } = useDecision({ approval, onDecided })
  const peer = readPeer(approval.peer)
  const { account, chain } = approval
  const network = nameChain({ chain, networks })
  const agreement = asked && agreementOf({ asked, account: account.address, chains: networks.map((one) => one.chain) })
  const isUnfinished = asked?.kind === 'sign' && agreement === null && !isRefused(asked.description)
  const foot = (
    <DecisionFoot isRejecting={busy === 'rejecting'} onReject={reject} expiry={approval.expiry}>
      {isUnfinished && (
        <Button kind="secondary" size="large" onClick={again}>
          <Icon name="retry" /> Look again
        </Button>
      )}
      {agreement && (
        <ArmedButton
          subject={asked}
          busy={busy === 'approving'}
          onAgree={() => approve(agreement.texts, agreement.options)}
        >
          {agreement.label}
        </ArmedButton>
      )}
    </DecisionFoot>
  )
  return (
    <Sheet title={titleOf(asked)} aside={aside} closeLabel="Decide later" onClose={onClose} foot={foot}>
      <AskerLine peer={peer} />
      {isUnfinished && <Note tone="loss">The network cost is unknown, so this cannot be sent now.</Note>}
      {asked === undefined ? (
        <Reading />
      ) : asked.kind === 'switchChain' ? (
        <ChainSwitch
          from={network}
          to={asked.chainId === undefined ? null : nameChain({ chain: `eip155:${asked.chainId}`, networks })}
          isKnown={agreement !== null}
        />
      ) : asked.kind === 'family' ? (
        <FamilyDescription description={asked.description} network={network} account={account} />
      ) : (
        <>
          <DescriptionView
            description={asked.description}
            isMessage={asked.isMessage}
            host={peer.host}
            network={network}
            account={`${account.name} · ${shortAddress(account.address)}`}
          />
          {asked.isHandedBack && <Note>The phone only signs it. The site can send it at any time.</Note>}
        </>
      )}
    </Sheet>
  )
}

function ChainSwitch({ from, to, isKnown }: { from: string; to: string | null; isKnown: boolean }) {
  return (
    <>
      <p className={styles.switch}>
        {from} <Icon name="chevron" size={18} /> {to ?? 'an unreadable network'}
      </p>
      {isKnown ? (
        <Note>The site then uses this network. Nothing is signed.</Note>
      ) : (
        <Note tone="loss">This phone does not have that network.</Note>
      )}
    </>
  )
}

function titleOf(asked: Asked | undefined): string {
  if (asked === undefined) return 'Request'
  if (asked.kind === 'switchChain') return 'Switch network'
  if (asked.kind === 'family') return asked.description.kind === 'message' ? 'Signature' : 'Transaction'
  if (asked.description.intent === 'signIn') return 'Sign in'
  if (asked.isMessage) return 'Signature'
  return asked.description.findings.some(({ code }) => code === 'methodForbidden') ? 'Request' : 'Transaction'
}

/** Returns the approval of a request: the label of its button, the later message, and the exact data to sign. Null if it cannot be approved. */
function agreementOf({ asked, account, chains }: { asked: Asked; account: string; chains: readonly string[] }) {
  if (asked.kind === 'switchChain') {
    if (asked.chainId === undefined || !chains.includes(`eip155:${asked.chainId}`)) return null
    return {
      label: 'Switch',
      texts: { doing: 'Switching…', done: 'The site now uses it.', failed: 'Not switched.' },
      options: {},
    }
  }
  if (asked.kind === 'family') {
    const { kind, sends } = asked.description
    if (kind === 'unknown') return null
    const done = sends ? 'Sent to the network.' : 'Signed. The site has it.'
    return {
      label: kind === 'message' ? 'Sign' : 'Approve',
      texts: { doing: 'Signing…', done, failed: sends ? 'Not confirmed as sent.' : 'Not signed.' },
      options: {},
    }
  }
  const { description, isMessage, isHandedBack } = asked
  if (!canSign({ description, isMessage })) return null
  const isGraveOne = isGrave(description)
  const { transaction } = description
  if (isMessage || transaction === null) {
    const label = isGraveOne ? 'Sign anyway' : description.intent === 'signIn' ? 'Sign in' : 'Sign'
    return { label, texts: { doing: 'Signing…', done: 'Signed. The site has it.', failed: 'Not signed.' }, options: {} }
  }
  return {
    label: isGraveOne ? 'Approve anyway' : 'Approve',
    texts: {
      doing: 'Signing…',
      done: isHandedBack ? 'Signed. The site has it.' : 'Sent to the network.',
      failed: 'Not confirmed as sent.',
    },
    options: { params: toTransactionParams({ transaction, from: account }) },
  }
}
