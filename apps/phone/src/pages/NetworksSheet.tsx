import { Group } from '../ui/Group.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { Row } from '../ui/Row.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useToast } from '../ui/ToastContext.ts'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'

/** Chooses a network, for the whole phone or for one connected site. */
export function NetworksSheet({
  chosen,
  only,
  onChoose,
  onClose,
}: {
  chosen: number
  /** The networks that can be chosen; all when left out. */
  only?: readonly number[]
  onChoose: (id: number) => Promise<void>
  onClose: () => void
}) {
  const { config } = usePhone()
  const { sessions } = useWalletState()
  const { show } = useToast()
  const choose = async (id: number) => {
    onClose()
    // A connected site may have gone elsewhere by itself meanwhile: it is told even where nothing changes here.
    if (id === chosen && only === undefined) return
    try {
      await onChoose(id)
    } catch {
      show({ tone: 'loss', text: 'A site could not be told of the other network.' })
    }
  }
  return (
    <Sheet title="Networks" onClose={onClose}>
      <Group title="Test networks">
        {config.chains
          .filter(({ id }) => only?.includes(id) ?? true)
          .map(({ id, name, nativeSymbol }) => (
            <Row
              key={id}
              lead={<Icon name="globe" size={24} />}
              title={name}
              subtitle={`Chain ${id} · ${nativeSymbol}`}
              chosen={id === chosen}
              onPress={() => void choose(id)}
            />
          ))}
      </Group>
      {only === undefined && sessions.length > 0 && <Note>Connected sites that have the network go there too.</Note>}
    </Sheet>
  )
}
