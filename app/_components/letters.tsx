import type { letters as readLetters } from "@/app/_data/lists";
import { letterPath } from "@/app/_data/paths";

type Letters = Awaited<ReturnType<typeof readLetters>>;

export const letterName = (letter: string) => (letter === "0-9" ? "0–9" : letter.toUpperCase());

type Props = { letters: Letters; current?: string; label: string };

export function LetterBar({ letters, current, label }: Props) {
  return (
    <nav aria-label={label} className="pager letter-bar no-print">
      <ul>
        {letters.map(({ letter }) => (
          <li key={letter}>
            {letter === current ? (
              <span aria-current="page">{letterName(letter)}</span>
            ) : (
              <a href={letterPath(letter)}>{letterName(letter)}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
