import { z } from 'zod';

/** one section of the settings: what it holds, and how it begins */
export const section = <const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  label: string,
  shape: Shape,
  defaults: z.output<z.ZodObject<Shape>>,
) => ({ name, label, schema: z.strictObject(shape), defaults });
