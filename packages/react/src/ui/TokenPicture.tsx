import { Picture } from './Picture.tsx'

export type TokenPictureProps = {
  token: { symbol: string; iconUrl: string | null }
  size?: 'small' | 'medium' | 'large' | 'huge'
}

/** The picture of a token, or the first letters of its symbol. */
export function TokenPicture({ token, size = 'medium' }: TokenPictureProps) {
  return <Picture src={token.iconUrl} name={token.symbol} size={size} letters={token.symbol.length > 3 ? 1 : 3} />
}
