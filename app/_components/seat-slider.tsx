"use client";

import { type ChangeEvent, useEffect, useRef, useState } from "react";

type Props = { id: string; seats: number; steps: readonly number[] };

/** A slider for the number field `id`: each updates the other. */
export function SeatSlider({ id, seats, steps }: Props) {
  const [at, setAt] = useState(() => nearest(steps, seats));
  const field = useRef<HTMLInputElement | null>(null);

  useEffect(() => {
    const input = document.getElementById(id);
    if (!(input instanceof HTMLInputElement)) return;
    field.current = input;
    const follow = () => setAt(nearest(steps, Number(input.value) || 1));
    input.addEventListener("input", follow);
    return () => input.removeEventListener("input", follow);
  }, [id, steps]);

  function move({ target }: ChangeEvent<HTMLInputElement>) {
    const index = Number(target.value);
    setAt(index);
    if (field.current) field.current.value = String(steps[index] ?? 1);
  }

  return (
    <input
      type="range"
      className="slider needs-script"
      min={0}
      max={steps.length - 1}
      value={at}
      onChange={move}
      aria-label="Seats"
      aria-valuetext={`${steps[at]} seats`}
      aria-controls={id}
    />
  );
}

function nearest(steps: readonly number[], seats: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - seats) < Math.abs((steps[best] ?? 0) - seats) ? index : best),
    0,
  );
}
