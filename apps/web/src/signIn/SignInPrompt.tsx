import { shortenAddress } from '@latchkey/protocol'
import { useAccount, useErrorText, useModal, useSignIn } from '@latchkey/react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './SignInPrompt.module.css'

/** Asks the active account to sign in: one sentence, and the button that asks the wallet. */
export function SignInPrompt({ why, text: purpose }: { why: 'first' | 'left' | 'ended'; text?: string | undefined }) {
  const { text } = useLanguage()
  const { status, subject, failure, signIn } = useSignIn()
  const { account } = useAccount()
  const { open, preload } = useModal()
  const reason = useErrorText(failure)
  const isBusy = status === 'signing' || status === 'storing'
  const ask = () => {
    if (isBusy) return
    // For a wallet on another device or in another app, open the kit's view. All other wallets open themselves.
    if (account?.connector.type === 'walletConnect') void open({ view: 'SIWXSignMessage' })
    signIn().catch(() => {
      // The state has the outcome.
    })
  }
  const words = {
    first: [text.account.signInTitle, purpose ?? text.account.signInText],
    left: [text.account.left, text.account.leftText],
    ended: [text.account.ended, text.account.endedText],
  } as const
  const [title, sentence] = words[why]
  return (
    <>
      <EmptyState icon="approve" heading="h1" title={title} text={sentence}>
        <Button kind="primary" aria-disabled={isBusy} onClick={ask} onPointerEnter={preload} onFocus={preload}>
          {isBusy ? text.account.signing : text.account.signIn}
        </Button>
        {subject && (
          <p className={styles.who} title={subject.address} translate="no" dir="ltr">
            {shortenAddress(subject.address)}
          </p>
        )}
      </EmptyState>
      {/* Always in the page, so that a screen reader announces its content. */}
      <p className={styles.said} role="status">
        {why === 'ended' && <span className="visually-hidden">{title}</span>}
        {!isBusy && reason}
      </p>
    </>
  )
}
