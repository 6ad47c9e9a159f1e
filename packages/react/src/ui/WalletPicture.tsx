import { Picture } from './Picture.tsx'

export type WalletPictureProps = {
  name: string
  icon: string | null
  size?: 'small' | 'medium' | 'large' | 'huge'
  /** Loads the picture when it comes near the screen. */
  lazy?: boolean
}

/** The logo of a wallet. */
export function WalletPicture({ name, icon, size = 'medium', lazy = false }: WalletPictureProps) {
  return <Picture src={icon} name={name} shape="square" size={size} lazy={lazy} />
}
