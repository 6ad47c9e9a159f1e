import type { PairedApproval } from '@latchkey/testkit'
import { ArmedButton } from '../ui/ArmedButton.tsx'
import { Group } from '../ui/Group.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { nameChain } from '../wallet/nameChain.ts'
import { PeerHead } from '../wallet/PeerHead.tsx'
import { useWalletState } from '../wallet/PhoneContext.ts'
import { readPeer } from '../wallet/readPeer.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { DecisionFoot } from './DecisionFoot.tsx'
import type { DecisionProps } from './DecisionProps.ts'
import { readProposal } from './readProposal.ts'
import styles from './sheets.module.css'
import { useDecision } from './useDecision.ts'

/** An app's request to connect: the app, the account, the networks, and the methods that it can then call. */
export function ProposalSheet({
  approval,
  aside,
  onDecided,
  onClose,
}: DecisionProps<PairedApproval & { kind: 'connect' }>) {
  const { networks } = useWalletState()
  const peer = readPeer(approval.peer)
  const { granted, missing, methods } = readProposal(approval)
  const { busy, approve, reject } = useDecision({ approval, onDecided })
  const name = (chain: string) => nameChain({ chain, networks })
  const signs = methods.some((method) => /sign/i.test(method))
  const sends = methods.some((method) => /transaction|calls/i.test(method))
  const foot = (
    <DecisionFoot isRejecting={busy === 'rejecting'} onReject={reject} expiry={approval.expiry}>
      <ArmedButton
        subject={approval.id}
        busy={busy === 'approving'}
        onAgree={() =>
          approve({ done: `Connected to ${peer.host ?? peer.name}.`, doing: 'Connecting…', failed: 'Not connected.' })
        }
      >
        Connect
      </ArmedButton>
    </DecisionFoot>
  )
  return (
    <Sheet title="Connection" aside={aside} closeLabel="Decide later" onClose={onClose} foot={foot}>
      <PeerHead peer={peer} wants="wants to connect" />
      {peer.host === null ? (
        <Note tone="warn">It gives no web address, so its identity is unknown. Connect only if you know the app.</Note>
      ) : (
        <Note>Sites name themselves. Connect only if this is the address you came from.</Note>
      )}
      <AccountChoice />
      <Group title="Networks">
        <ul className={styles.chips}>
          {granted.map((chain) => (
            <li key={chain} className={styles.chip}>
              {name(chain)}
            </li>
          ))}
        </ul>
        {missing.length > 0 && (
          <p className={styles.missing}>It also requested {missing.map(name).join(', ')}, not on this phone.</p>
        )}
      </Group>
      <Group title="The site may">
        <ul className={styles.points}>
          <li>
            <Icon name="check" size={18} />
            See your address and its balances
          </li>
          {signs && (
            <li>
              <Icon name="check" size={18} />
              Ask you for signatures
            </li>
          )}
          {sends && (
            <li>
              <Icon name="check" size={18} />
              Ask you for transactions
            </li>
          )}
          <li data-not>
            <Icon name="close" size={18} />
            But not move anything without asking
          </li>
        </ul>
      </Group>
    </Sheet>
  )
}
