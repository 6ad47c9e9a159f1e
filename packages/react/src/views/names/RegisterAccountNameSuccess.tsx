import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { Avatar } from '../../identicon/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Hero } from '../../ui/Hero.tsx'
import type { View } from '../ViewGroup.ts'

/** Shows the registered name, ready to share. */
export const RegisterAccountNameSuccess: View<'RegisterAccountNameSuccess'> = ({ data: { name } }) => {
  const { latchkey, t } = useModalScope()
  const { address } = useAccount()
  const { image } = useIdentity(address)
  return (
    <div className="view">
      <Hero
        tone="gain"
        icon="check"
        picture={address !== undefined && <Avatar address={address} image={image} className="names-portrait" />}
        title={
          <bdi className="names-big" dir="ltr" translate="no" data-length={name.length > 26 ? 'long' : undefined}>
            {name}
          </bdi>
        }
        text={t('names.success')}
      />
      <CopyButton text={name} label={t('names.copy')} kind="secondary" />
      <Button autoFocusInView onClick={() => latchkey.modal.reset('Account')}>
        {t('names.done')}
      </Button>
    </div>
  )
}
