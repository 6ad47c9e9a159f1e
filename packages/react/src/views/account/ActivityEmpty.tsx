import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'

/** Shown without any activity: offers the next step. */
export function ActivityEmpty() {
  const { latchkey, t } = useModalScope()
  return (
    <>
      <Hero icon="clock" title={t('activity.empty.title')} text={t('activity.empty.text')} />
      <Button kind="secondary" icon="receive" onClick={() => latchkey.modal.push('Receive')}>
        {t('account.receive')}
      </Button>
    </>
  )
}
