import { useModalScope } from '../context/ModalScope.tsx'
import { useAccount } from '../hooks/useAccount.ts'
import { Button } from './Button.tsx'
import { Hero } from './Hero.tsx'

/** Texts of {@link NoTokens}. */
export type NoTokensProps = { title: string; text: string }

/** An account without any token on the network in use, and the ways to get some. Bitcoin cannot be bought here. */
export function NoTokens({ title, text }: NoTokensProps) {
  const { latchkey, t } = useModalScope()
  const isBuyable = useAccount().account?.namespace !== 'bip122'
  return (
    <>
      <Hero icon="coins" title={title} text={text} />
      <div className="pair">
        {isBuyable && (
          <Button kind="secondary" icon="plus" onClick={() => latchkey.modal.push('OnRampProviders')}>
            {t('title.OnRampProviders')}
          </Button>
        )}
        <Button kind="secondary" icon="receive" onClick={() => latchkey.modal.push('Receive')}>
          {t('account.receive')}
        </Button>
      </div>
    </>
  )
}
