import { useModalScope } from '../../modal/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'

/** Stands in for a view whose service this site has not set up. */
export function NotOffered() {
  const { latchkey, t } = useModalScope()
  return (
    <div className="view">
      <Hero icon="help" title={t('notOffered.title')} text={t('notOffered.text')} />
      <Button kind="secondary" onClick={() => latchkey.modal.goBack()}>
        {t('notOffered.leave')}
      </Button>
    </div>
  )
}
