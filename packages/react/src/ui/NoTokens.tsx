import { GetTokens } from './GetTokens.tsx'
import { Hero } from './Hero.tsx'

/** Texts of {@link NoTokens}. */
export type NoTokensProps = { title: string; text: string }

/** An account without any token on the network in use, and the ways to get some. */
export function NoTokens({ title, text }: NoTokensProps) {
  return (
    <>
      <Hero icon="coins" title={title} text={text} />
      <GetTokens />
    </>
  )
}
