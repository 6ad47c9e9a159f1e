import type { PairedApproval } from '@latchkey/testkit'
import { checkDomain, domainOf } from '../approval/checkDomain.ts'
import { MessageText } from '../approval/MessageText.tsx'
import { ArmedButton } from '../ui/ArmedButton.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { Fold } from '../ui/Fold.tsx'
import { Note } from '../ui/Note.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { nameChain } from '../wallet/nameChain.ts'
import { PeerHead } from '../wallet/PeerHead.tsx'
import { useWalletState } from '../wallet/PhoneContext.ts'
import { readPeer } from '../wallet/readPeer.ts'
import { DecisionFoot } from './DecisionFoot.tsx'
import type { DecisionProps } from './DecisionProps.ts'
import { useDecision } from './useDecision.ts'

/** An app's request to connect and sign in, with one signature for each network. */
export function SignInSheet({
  approval,
  aside,
  onDecided,
  onClose,
}: DecisionProps<PairedApproval & { kind: 'signIn' }>) {
  const { networks } = useWalletState()
  const peer = readPeer(approval.peer)
  const { busy, approve, reject } = useDecision({ approval, onDecided })
  const { messages } = approval
  const [first, ...more] = messages
  const domains = [...new Set(messages.map(({ text }) => domainOf(text)))]
  const foreign = domains.filter((domain) => !checkDomain({ domain, host: peer.host }))
  const isFitting = foreign.length === 0
  const foot = (
    <DecisionFoot isRejecting={busy === 'rejecting'} onReject={reject} expiry={approval.expiry}>
      {first !== undefined && (
        <ArmedButton
          subject={approval.id}
          busy={busy === 'approving'}
          onAgree={() =>
            approve({
              done: `Connected and signed in to ${peer.host ?? peer.name}.`,
              doing: 'Signing in…',
              failed: 'Not signed in.',
            })
          }
        >
          {isFitting ? 'Sign in' : 'Sign in anyway'}
        </ArmedButton>
      )}
    </DecisionFoot>
  )
  return (
    <Sheet title="Connect and sign in" aside={aside} closeLabel="Decide later" onClose={onClose} foot={foot}>
      <PeerHead peer={peer} wants="wants you to sign in" />
      {first === undefined ? (
        <Note tone="loss">It asks for no network that this phone has.</Note>
      ) : isFitting ? (
        <Note>Sites name themselves. Sign in only if this is the address you came from.</Note>
      ) : (
        <Note tone="warn">
          The text signs you in to <b translate="no">{foreign.map((domain) => domain ?? 'nowhere').join(', ')}</b>, not
          to the site that asks. Accounts are stolen this way.
        </Note>
      )}
      {first !== undefined && (
        <>
          <MessageText text={first.text} label="The message" />
          <Details>
            <Detail name="Account">
              {first.account.name} <small>{shortAddress(first.account.address)}</small>
            </Detail>
            <Detail name={messages.length > 1 ? 'Networks' : 'Network'}>
              {messages.map(({ chain }) => nameChain({ chain, networks })).join(', ')}
            </Detail>
          </Details>
        </>
      )}
      {more.length > 0 && (
        <Fold
          title={
            more.length === 1 ? 'One more text, for another network' : `${more.length} more texts, for other networks`
          }
        >
          {more.map(({ chain, text }) => (
            <MessageText key={chain} text={text} label={`The message for ${nameChain({ chain, networks })}`} />
          ))}
        </Fold>
      )}
    </Sheet>
  )
}
