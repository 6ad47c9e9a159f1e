import { useModalScope } from '../../context/ModalScope.tsx'
import { NetworkList } from './NetworkList.tsx'

/** The networks of the app. */
export function Networks() {
  const { t } = useModalScope()
  return (
    <div className="view">
      <NetworkList label={t('title.Networks')} />
    </div>
  )
}
