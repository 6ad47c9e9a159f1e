import type { Network } from '@latchkey/core'
import { Picture } from './Picture.tsx'

export type NetworkPictureProps = { network: Network; size?: 'small' | 'medium' | 'large' | 'huge' }

/** The picture of a network. Without one, uses the letter of the last word, in which "Local One" and "Local Two" differ. */
export function NetworkPicture({ network, size = 'medium' }: NetworkPictureProps) {
  const words = network.name.split(/\s+/)
  const initials = `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`
  return <Picture src={network.imageUrl} name={initials} size={size} letters={2} />
}
