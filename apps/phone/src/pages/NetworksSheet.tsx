import { Group } from '../ui/Group.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { Row } from '../ui/Row.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useToast } from '../ui/ToastContext.ts'
import { nameChain } from '../wallet/nameChain.ts'
import { useWalletState } from '../wallet/PhoneContext.ts'

/** Chooses a network, for the whole phone or for one connected site. */
export function NetworksSheet({
  chosen,
  only,
  isWhole = false,
  onChoose,
  onClose,
}: {
  /** CAIP-2. */
  chosen: string
  /** The networks to choose from. */
  only: readonly string[]
  /** The choice is for the whole phone, not for one site. */
  isWhole?: boolean
  onChoose: (chain: string) => Promise<void>
  onClose: () => void
}) {
  const { sessions, networks } = useWalletState()
  const { show } = useToast()
  const choose = async (chain: string) => {
    onClose()
    // A connected site may have switched in the meantime, so notify it even if nothing changes here.
    if (chain === chosen && isWhole) return
    try {
      await onChoose(chain)
    } catch {
      show({ tone: 'loss', text: 'A site could not be told of the other network.' })
    }
  }
  return (
    <Sheet title="Networks" onClose={onClose}>
      <Group title="Test networks">
        {networks
          .filter(({ chain }) => only.includes(chain))
          .map(({ chain, name, nativeSymbol = 'ETH' }) => (
            <Row
              key={chain}
              lead={<Icon name="globe" size={24} />}
              title={name}
              subtitle={`${chain.startsWith('eip155:') ? `Chain ${chain.slice(7)}` : nameChain({ chain, networks: [] })} · ${nativeSymbol}`}
              chosen={chain === chosen}
              onPress={() => void choose(chain)}
            />
          ))}
      </Group>
      {isWhole && sessions.length > 0 && <Note>Connected sites that have the network go there too.</Note>}
    </Sheet>
  )
}
