import { Picture } from './Picture.tsx'

/** What {@link WalletPicture} takes. */
export type WalletPictureProps = { name: string; icon: string | null; size?: 'small' | 'medium' | 'large' | 'huge' }

/** The logo of a wallet. */
export function WalletPicture({ name, icon, size = 'medium' }: WalletPictureProps) {
  return <Picture src={icon} name={name} shape="square" size={size} />
}
