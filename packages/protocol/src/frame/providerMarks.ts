import type { SocialProvider } from './socialLogin.ts'

/**
 * Our own drawings of the providers in the style of our icons, as the `d` of an SVG path on a square of 24. Each has only the detail that
 * distinguishes it from the others. The kit and the wallet show the same ones.
 */
export const providerMarks: Readonly<Record<SocialProvider, string>> = {
  google: 'M12.5 12H20a8 8 0 1 1-2.6-5.9',
  apple:
    'M12 8.6c-1.7-1.2-3.7-1.2-5.2 0-2.1 1.9-1.6 5.9.3 8.8 1 1.6 2.3 2.7 3.7 2 .8-.4 1.6-.4 2.4 0 1.4.7 2.7-.4 3.7-2 .5-.8.9-1.6 1.2-2.4-2.5-.9-2.7-4.4-.3-5.7-1.3-1.8-3.9-2-5.8-.7ZM12 5.7c0-1.7 1-2.9 2.6-3.2',
  x: 'M5 4.5h3.3L19 19.5h-3.3ZM18.5 4.5l-5.9 6.4M5.5 19.5l5.8-6.3',
  discord:
    'M8.2 6.5c2.5-.7 5.1-.7 7.6 0 2.4 1.5 4.3 5.8 4.2 10-1.2 1-2.6 1.7-4.2 2l-1-1.8c-1.9.4-3.7.4-5.6 0l-1 1.8c-1.6-.3-3-1-4.2-2-.1-4.2 1.8-8.5 4.2-10ZM9.2 12.5v.1M14.8 12.5v.1',
  github:
    'M9.5 20v-2.6c-3.3-.5-5-2.2-5-5.4 0-1.4.5-2.5 1.2-3.4-.3-1.2-.2-2.4.2-3.6 1.3.1 2.5.6 3.5 1.4a10 10 0 0 1 5.2 0c1-.8 2.2-1.3 3.5-1.4.4 1.2.5 2.4.2 3.6.7.9 1.2 2 1.2 3.4 0 3.2-1.7 4.9-5 5.4V20M9.5 18.7c-2 .4-3-.6-4-2.2',
  facebook: 'M16 4.5h-1.3a3.5 3.5 0 0 0-3.5 3.5v12M8 11.5h7.5',
  // One arch without a second inside, which would look like a corner of the code in the middle of a QR code.
  farcaster: 'M4.5 5h15M6.5 5v14.5M17.5 5v14.5M6.5 14a5.5 5.5 0 0 1 11 0',
}
