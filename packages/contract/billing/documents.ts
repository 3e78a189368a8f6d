// Documents: claims on transfers, from draft to issued and approved; runs that make them; adjustments.
export const documentRoutes = {};
