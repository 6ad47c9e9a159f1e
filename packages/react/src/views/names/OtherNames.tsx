import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'

export type OtherNamesProps = { names: readonly string[]; onChoose: (name: string) => void }

/** Free names that are similar to the taken one. Choosing one puts it into the field. */
export function OtherNames({ names, onChoose }: OtherNamesProps) {
  const { t } = useModalScope()
  return (
    <section className="names-others">
      <h3 className="names-title">{t('names.others')}</h3>
      <List label={t('names.others')}>
        {names.map((name) => (
          <Row
            key={name}
            id={name}
            picture={null}
            title={
              <bdi dir="ltr" translate="no">
                {name}
              </bdi>
            }
            end={<Icon name="plus" />}
            onClick={() => onChoose(name)}
          />
        ))}
      </List>
    </section>
  )
}
