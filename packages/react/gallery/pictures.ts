/** Returns a drawn logo as a `data:` URI, so that the gallery needs no requests. */
function picture(body: string): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${body}</svg>`)}`
}

/** Logos of wallets that do not exist. */
export const walletPictures = {
  harbor: picture(
    '<rect width="40" height="40" fill="#0b3b4a"/><path d="M8 24c4 4 8 4 12 0s8-4 12 0v8H8z" fill="#5fd0c5"/><circle cx="20" cy="14" r="5" fill="#f6e7b5"/>',
  ),
  orbit: picture(
    '<rect width="40" height="40" fill="#2a1a5e"/><circle cx="20" cy="20" r="6" fill="#f4b6ff"/><ellipse cx="20" cy="20" rx="15" ry="6" fill="none" stroke="#b58cff" stroke-width="2.5" transform="rotate(-25 20 20)"/>',
  ),
  fern: picture(
    '<rect width="40" height="40" fill="#e9f5e1"/><path d="M20 33V9M20 15l-7-4M20 15l7-4M20 21l-8-4M20 21l8-4M20 27l-7-4M20 27l7-4" stroke="#2e7d46" stroke-width="3" stroke-linecap="round" fill="none"/>',
  ),
  sandbox: picture(
    '<rect width="40" height="40" fill="#e8b04b"/><path d="M12 14h16v12H12z" fill="none" stroke="#1b1403" stroke-width="3" stroke-linejoin="round"/><path d="M20 20h8" stroke="#1b1403" stroke-width="3" stroke-linecap="round"/>',
  ),
  ember: picture(
    '<rect width="40" height="40" fill="#2b0f0b"/><path d="M20 8c6 6 8 10 8 15a8 8 0 0 1-16 0c0-3 2-5 4-7 0 3 1 4 2 5 2-4 3-8 2-13z" fill="#ff7a4d"/>',
  ),
} as const

/** Logos of tokens that do not exist, and of ether. */
export const tokenPictures = {
  ether: picture(
    '<rect width="40" height="40" fill="#5a6ee8"/><path d="M20 7l8 13.5-8 4.7-8-4.7z" fill="#fff"/><path d="M20 27.5l8-4.7L20 33l-8-10.2z" fill="#fff" opacity=".7"/>',
  ),
  dollar: picture(
    '<rect width="40" height="40" fill="#1c7d74"/><circle cx="20" cy="20" r="12" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M23.5 16.2c-.6-1.3-2-2-3.5-2-2 0-3.6 1-3.6 2.8 0 3.8 7.3 2 7.3 5.9 0 1.9-1.7 3-3.7 3-1.8 0-3.3-.9-3.8-2.4M20 12v16" stroke="#fff" stroke-width="2.2" fill="none" stroke-linecap="round"/>',
  ),
  brass: picture(
    '<rect width="40" height="40" fill="#1b1403"/><circle cx="17" cy="17" r="6" fill="none" stroke="#e8b04b" stroke-width="3.5"/><path d="M21.5 21.5l8 8M26 26l3-3" stroke="#e8b04b" stroke-width="3.5" stroke-linecap="round"/>',
  ),
} as const
