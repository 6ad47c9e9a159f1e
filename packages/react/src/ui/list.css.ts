import { css } from '../styles/css.ts'

/** Lists, rows, pictures, tags, placeholders. */
export const listCss = css(`
.list{display:flex;flex-direction:column;gap:8u}
.item{display:block;content-visibility:auto;contain-intrinsic-size:auto 64u;border-radius:16r}
.row{display:flex;align-items:center;gap:12u;width:100%;min-height:64u;padding-block:10u;padding-inline:12u 14u;border:0;border-radius:16r;background:var(--s1);text-align:start;text-decoration:none;color:var(--t1);line-height:1.4;transition:background-color .12s,transform .12s}
.row:focus-visible{outline-offset:-2px}
.row:active{transform:scale(.99)}
.row[aria-current]:not(:has(.tag)){box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.row-text{display:flex;flex-direction:column;gap:1u;flex:1;min-width:0}
.row-title{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:16u;font-weight:550;letter-spacing:-.008em}
.row-title[data-wrap]{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal;line-height:1.25}
.row-subtitle{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13.5u;font-weight:400;color:var(--t2)}
[data-tone=loss]{color:var(--loss-text)}
.row-end{display:flex;align-items:center;gap:8u;flex:none;max-width:55%;color:var(--t2)}
.row-values{display:flex;flex-direction:column;align-items:flex-end;gap:1u;min-width:0;font-size:15u;font-weight:550;color:var(--t1)}
.row-values>*{max-width:100%;overflow:hidden;text-overflow:ellipsis}
.row-values[data-muted]{color:var(--t3)}
.row-values .unknown{font-weight:400;font-size:14u}
.amount{overflow:hidden;text-overflow:ellipsis;max-width:100%}
.amount[data-direction=in]{color:var(--gain-text)}
[data-muted] .amount[data-direction=in]{color:inherit}
[data-muted] .amount{text-decoration:line-through}

.picture{position:relative;display:grid;place-items:center;flex:none;width:40u;height:40u;border-radius:50%;overflow:hidden;background:var(--s2)}
.picture[data-shape=square]{border-radius:11r}
.picture[data-size=small]{width:24u;height:24u}
.picture[data-size=large]{width:52u;height:52u}
.picture[data-size=huge]{width:80u;height:80u}
.picture[data-size=huge][data-shape=square]{border-radius:20r}
.picture img{width:100%;height:100%;object-fit:cover}
.picture [data-late]{position:absolute;inset:0}
.picture::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px #8080801f}
.monogram::before{content:attr(data-text)}
.monogram{display:grid;place-items:center;width:100%;height:100%;font-size:16u;font-weight:700;letter-spacing:-.02em;line-height:1;color:#fff}
.monogram[data-letters="2"]{font-size:14u}.monogram[data-letters="3"]{font-size:11.5u}
[data-size=small] .monogram{font-size:11u}[data-size=small] .monogram[data-letters="2"]{font-size:9.5u}[data-size=small] .monogram[data-letters="3"]{font-size:7.5u}
[data-size=large] .monogram{font-size:22u}[data-size=large] .monogram[data-letters="3"]{font-size:15u}
[data-size=huge] .monogram{font-size:34u}[data-size=huge] .monogram[data-letters="2"]{font-size:28u}[data-size=huge] .monogram[data-letters="3"]{font-size:22u}
.monogram[data-hue="0"]{background:linear-gradient(160deg,#5b6ee0,#3d4cb5)}.monogram[data-hue="1"]{background:linear-gradient(160deg,#2a8f78,#1a6b59)}
.monogram[data-hue="2"]{background:linear-gradient(160deg,#b0583c,#8a3f27)}.monogram[data-hue="3"]{background:linear-gradient(160deg,#8a5bc4,#68409d)}
.monogram[data-hue="4"]{background:linear-gradient(160deg,#2f7fb8,#1e5f8f)}.monogram[data-hue="5"]{background:linear-gradient(160deg,#a8721f,#805410)}
.monogram[data-hue="6"]{background:linear-gradient(160deg,#bf4f7b,#96345b)}.monogram[data-hue="7"]{background:linear-gradient(160deg,#5f6b76,#454f59)}
.tile{color:var(--t2)}
.tile[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}
.tile[data-tone=loss]{background:var(--loss-soft);color:var(--loss-text)}
.tile::after{display:none}

.tag{display:inline-flex;align-items:center;gap:4u;height:24u;padding:0 9u;border-radius:8r;background:var(--s2);color:var(--t2);font-size:12.5u;font-weight:600;line-height:1;white-space:nowrap;font-variant-numeric:tabular-nums}
.tag .icon{width:13u;height:13u;stroke-width:2.4}
.tag[data-tone=accent]{background:var(--warn-soft);color:var(--accent-text)}
.tag[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}

.skeleton{position:relative;display:block;overflow:hidden;background:var(--s2)}
.skeleton::after{content:"";position:absolute;inset:0;box-shadow:none;transform:translateX(-100%);background:linear-gradient(90deg,transparent,var(--glint),transparent);animation:glint 1.4s ease-in-out infinite}
@keyframes glint{to{transform:translateX(100%)}}
.skeleton-line{height:14u;margin:3u 0;border-radius:6r;width:52%}
.skeleton-line[data-width="0"]{width:44%}.skeleton-line[data-width="1"]{width:58%}.skeleton-line[data-width="2"]{width:36%}.skeleton-line[data-width=end]{width:56u}
.skeleton-line[data-small]{height:11u}
.row-skeleton{pointer-events:none}
@media(hover:hover){.row:hover{background:var(--s2)}.row:hover .tag:not([data-tone]),.row:hover .picture.tile:not([data-tone]){background:var(--s0)}}
`)
